/** Fields of Daraja's requests as the simulator checks them, and Daraja's errors. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export type Body = Readonly<Record<string, unknown>>;

export const fail = (reply: FastifyReply, status: number, errorCode: string, errorMessage: string): FastifyReply =>
  reply.code(status).send({ requestId: randomBytes(8).toString('hex'), errorCode, errorMessage });

export const badField = (reply: FastifyReply, field: string): FastifyReply =>
  fail(reply, 400, '400.002.02', `Bad Request - Invalid ${field}`);

export const textField = (body: Body, field: string): string =>
  typeof body[field] === 'string' || typeof body[field] === 'number' ? String(body[field]) : '';

export const isMsisdn = (value: string): boolean => /^254[17]\d{8}$/.test(value);
export const isAddress = (value: string): boolean => /^https?:\/\/[^\s]+$/.test(value);
export const isAmount = (value: string): boolean => /^[1-9]\d{0,6}$/.test(value);

/** The first field that is wrong; null when all are right. */
export const wrongField = (checks: Readonly<Record<string, boolean>>): string | null =>
  Object.keys(checks).find((field) => !checks[field]) ?? null;
