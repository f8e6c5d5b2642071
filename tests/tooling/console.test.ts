import { describe, expect, it } from 'vitest';
import { consoleComplaints, expectConsole } from '../support/console.ts';

describe('console output in a test', () => {
  it('console output in a test, not announced: is a complaint', () => {
    console.warn('stale', new Error('closed').message);
    expect(consoleComplaints()).toEqual(['unexpected console.warn: stale closed']);
  });

  it('console output in a test, announced: is accepted', () => {
    expectConsole('error', /refused/);
    console.error('connection refused');
    expect(consoleComplaints()).toEqual([]);
  });

  it('console output announced and not written: is a complaint', () => {
    expectConsole('info', /ready/);
    expect(consoleComplaints()).toEqual(['console.info never wrote /ready/']);
  });

  it('console output by another method than announced: is two complaints', () => {
    expectConsole('info', /ready/);
    console.log('ready');
    expect(consoleComplaints()).toHaveLength(2);
  });
});
