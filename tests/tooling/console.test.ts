import { describe, expect, it } from 'vitest';
import { consoleComplaints, expectConsole } from '../support/console.ts';

describe('console output in a test', () => {
  it('is a complaint when nobody announced it', () => {
    console.warn('stale', new Error('closed').message);
    expect(consoleComplaints()).toEqual(['unexpected console.warn: stale closed']);
  });

  it('is accepted when announced', () => {
    expectConsole('error', /refused/);
    console.error('connection refused');
    expect(consoleComplaints()).toEqual([]);
  });

  it('is a complaint when announced and never written', () => {
    expectConsole('info', /ready/);
    expect(consoleComplaints()).toEqual(['console.info never wrote /ready/']);
  });

  it('of another method than announced is two complaints', () => {
    expectConsole('info', /ready/);
    console.log('ready');
    expect(consoleComplaints()).toHaveLength(2);
  });
});
