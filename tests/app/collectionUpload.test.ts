/** The shell collects only kinds of data that lender and borrower both agreed to. Every outcome is one of three numbers. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import type { DataKind } from '#machines/model/collection.ts';
import { collect } from '#src/app/ports/collectionUpload.ts';
import { createBridge, type Bridge } from '#src/bridge/bridge.ts';
import { answer, refusal, type ShellMessage, type ShellRequest } from '#src/bridge/messages.ts';
import type { HostWindow } from '#src/bridge/transports.ts';
import type { Api } from '#src/api/client.ts';
import { uploadCollected } from '#src/sandbox/shell/phoneData.ts';
import { defaultContacts } from '#src/sandbox/shell/shellSettings.ts';
import { bareWindow, framedWindow, HOST } from '#tests/bridge/testShells.ts';

const open: Bridge[] = [];
afterEach(() => {
  open.splice(0).forEach((bridge) => bridge.close());
  vi.useRealTimers();
});

const UPLOAD = { address: '/collected/L1', token: 'key' };

/** A lender that requests these kinds of data; null: none. */
function lenderThat(lets: DataKind[] | null): { lender: Api; asked: string[] } {
  const asked: string[] = [];
  const call = async (name: string): Promise<unknown> => {
    asked.push(name);
    if (name === 'devicePackageList') return { packages: ['com.example.lender'] };
    return { enableTimeSdk: true, upload: lets && { ...UPLOAD, kinds: lets } };
  };
  return { lender: { call: call as unknown as Api['call'] }, asked };
}

const INFO = { shell: 'test', actions: ['hello' as const, 'timeSDK' as const] };
const shellThat = (says: (request: ShellRequest & { action: 'timeSDK' }) => ShellMessage[]) =>
  framedWindow((request) => (request.action === 'hello' ? [answer(request, INFO)] : request.action === 'timeSDK' ? says(request) : []));

function run(host: HostWindow, lets: DataKind[] | null, agreed: DataKind[]) {
  let ids = 0;
  const bridge = createBridge({ host, hostOrigin: HOST, newId: () => `id-${++ids}` });
  open.push(bridge);
  const { lender, asked } = lenderThat(lets);
  return { asked, status: collect({ lender, bridge, signal: new AbortController().signal }, 'L1', agreed) };
}

describe('request to the shell for data', () => {
  it('request to the shell for data, consented kinds: are requested with the key, without names of apps', async () => {
    const host = shellThat((request) => [answer(request, { status: 0 })]);
    const { status, asked } = run(host, ['contact', 'sms'], ['sms', 'location']);
    expect(await status).toBe(0);
    expect(host.received.of('timeSDK').map(({ payload }) => payload)).toEqual([
      { orderNo: 'L1', kinds: ['sms'], packages: [], upload: UPLOAD },
    ]);
    expect(asked).toEqual(['timeUploadEnable']);
  });

  it('request to the shell for data, consented apps: only the named ones are requested', async () => {
    const host = shellThat((request) => [answer(request, { status: 0 })]);
    await run(host, ['appList'], ['appList']).status;
    expect(host.received.of('timeSDK')[0]?.payload).toMatchObject({ kinds: ['appList'], packages: ['com.example.lender'] });
  });

  it.each<[string, DataKind[] | null, DataKind[]]>([
    ['nothing accepted by the lender', null, ['contact']],
    ['no kind accepted by both', ['sms'], ['contact']],
  ])('request for data, %s: nothing is requested', async (_, lets, agreed) => {
    const host = shellThat((request) => [answer(request, { status: 0 })]);
    expect(await run(host, lets, agreed).status).toBe(-1);
    expect(host.received.of('timeSDK')).toEqual([]);
  });
});

describe('shell', () => {
  it.each([0, 1, -1] as const)('shell answers a request for data with %i: the collection has this status', async (status) => {
    const host = shellThat((request) => [answer(request, { status })]);
    expect(await run(host, ['contact'], ['contact']).status).toBe(status);
  });

  it.each<[string, HostWindow]>([
    ['is missing', bareWindow()],
    ['is silent', shellThat(() => [])],
    ['refuses', shellThat((request) => [refusal(request, 'no')])],
    ['gives an invalid answer', shellThat((request) => [answer(request, { status: 7 } as never)])],
  ])('shell that %s: the collection has failed', async (_, host) => {
    vi.useFakeTimers();
    const { status } = run(host, ['contact'], ['contact']);
    await vi.runAllTimersAsync();
    expect(await status).toBe(-1);
  });
});

describe('simulated shell', () => {
  const sending = async (code: number) => {
    const sent: [string, string | null, unknown][] = [];
    const status = await uploadCollected(
      async (url, init) => {
        sent.push([url as string, new Headers(init?.headers).get('authorization'), JSON.parse(init?.body as string)]);
        return Response.json({ code, msg: '', data: null });
      },
      { orderNo: 'L1', kinds: ['contact', 'appList'], packages: ['com.safaricom.mpesa.lifestyle', 'not.there'], upload: UPLOAD },
      defaultContacts.slice(0, 1),
    );
    return { status, sent };
  };

  it('simulated shell: it uploads each kind separately, and of apps only the named ones that are installed', async () => {
    expect(await sending(CODE.ok)).toEqual({
      status: 0,
      sent: [
        ['/collected/L1/contact', 'Bearer key', [{ name: 'Mary Njeri', phone: '+254 722 100 200' }]],
        ['/collected/L1/appList', 'Bearer key', ['com.safaricom.mpesa.lifestyle']],
      ],
    });
  });

  it('simulated shell, lender refuses one kind: the upload has failed', async () => {
    expect((await sending(CODE.orderRefused)).status).toBe(-1);
  });
});
