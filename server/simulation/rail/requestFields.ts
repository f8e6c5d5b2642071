/** Fields of Daraja's requests, and Daraja's errors. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export type Body = Readonly<Record<string, unknown>>;

export const fail = (reply: FastifyReply, status: number, errorCode: string, errorMessage: string): FastifyReply =>
  reply.code(status).send({ requestId: randomBytes(8).toString('hex'), errorCode, errorMessage });

export const badField = (reply: FastifyReply, field: string): FastifyReply =>
  fail(reply, 400, '400.002.02', `Bad Request - Invalid ${field}`);

export const textField = (body: Body, field: string): string =>
  typeof body[field] === 'string' || typeof body[field] === 'number' ? String(body[field]) : '';
