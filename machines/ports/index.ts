/** Every port of the chart, declared once, by feature. Binding, invariants, clauses, sentences and path tests derive from here. */
import type { PromiseActorLogic } from 'xstate';
import type { Loadable } from '../model/loadable.ts';
import { apply } from './apply.ts';
import { borrow } from './borrow.ts';
import { collection } from './collection.ts';
import { feedback } from './feedback.ts';
import { policies } from './policies.ts';
import type { Port } from './port.ts';
import { promotion } from './promotion.ts';
import { repay } from './repay.ts';
import { session } from './session.ts';
import { tabs } from './tabs.ts';
import { user } from './user.ts';
import { userCenter } from './userCenter.ts';

export const ports = {
  ...session,
  ...user,
  ...tabs,
  ...apply,
  ...collection,
  ...borrow,
  ...repay,
  ...userCenter,
  ...policies,
  ...promotion,
  ...feedback,
};

type Ports = typeof ports;
type TypesOf<P> = P extends Port<infer Out, infer In, infer Call> ? { output: Out; input: In; call: Call } : never;
type Types = { [P in keyof Ports]: TypesOf<Ports[P]> };

export type PortName = keyof Ports;
export type OutputOf<P extends PortName> = Types[P]['output'];
export type InputOf<P extends PortName> = Types[P]['input'];
/** The call of the contract that the port makes; `never` for a port that is bound by hand. */
export type CallOf<P extends PortName> = Types[P]['call'];
/** Ports that the entry of the app binds; the others are fetched later. */
export type SessionPortName = keyof typeof session;

/** The ports as the chart names them. */
export type PortActors = { [P in PortName]: PromiseActorLogic<OutputOf<P>, InputOf<P>> };

/** Answers that only one page reads, by port; absent before the first load. */
export type Answers = { readonly [P in PortName]?: Loadable<OutputOf<P>> };

export const PORT_NAMES = Object.keys(ports) as readonly PortName[];

export const isPortName = (name: string): name is PortName => name in ports;
