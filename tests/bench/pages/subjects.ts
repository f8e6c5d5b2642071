/** The compared pages, and the moments that are measured. All pages show the same words, by which the moments are recognised. */

export const SUBJECTS = ['ours', 'floor', 'vant', 'antd-mobile', 'static'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** A moment for which a person waits. `content`: a visitor's home; `owed`: home with a running loan; `pay`: the page for paying. */
export type Sight = 'content' | 'usable' | 'owed' | 'pay' | 'amount' | 'field' | 'letter';

/** null: the page has no such part. */
export const ADDRESSES: Readonly<Record<Subject, { home: string; personal: string | null; hasForm: boolean; hasSession: boolean }>> = {
  ours: { home: '/', personal: '/#/auth/personal_infomation', hasForm: true, hasSession: true },
  floor: { home: '/', personal: null, hasForm: false, hasSession: false },
  vant: { home: '/', personal: '/#/personal', hasForm: true, hasSession: true },
  'antd-mobile': { home: '/', personal: '/#/personal', hasForm: true, hasSession: true },
  static: { home: '/', personal: null, hasForm: true, hasSession: false },
};

export interface Network {
  label: string;
  /** kbit/s, both ways; 0: not throttled. */
  speed: number;
  /** Latency of each request, ms. */
  latency: number;
  /** Factor by which the processor is slowed down. */
  slowdown: number;
}

export const NETWORKS = {
  slow3g: { label: 'slow 3G + 6x', speed: 400, latency: 400, slowdown: 6 },
  '4g': { label: '4G + 4x', speed: 9_000, latency: 85, slowdown: 4 },
  none: { label: 'not throttled', speed: 0, latency: 0, slowdown: 1 },
} as const satisfies Record<string, Network>;
export type NetworkName = keyof typeof NETWORKS;
