/** The responses of the tabs, and the events of their subscriptions. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCalls } from '../../schema/extensions.js';
import {
  failure,
  type Response,
  responseOf,
  streamOf,
  useResponse,
} from '../../src/explorer/response.ts';
import { costOf, pollingPerMinute } from '../../src/explorer/stream.ts';

const { showTab, begin, receive, receiveEvent, endStream, selectEvent, takeLate, planStream } =
  useResponse.getState();

const stream = () => streamOf(useResponse.getState())!;
const response = () => responseOf(useResponse.getState());

const calls = (requests: number, units: Readonly<Record<string, number>>): SentCalls => ({
  requests,
  units,
  operations: { 'live:liveChatMessages.list': requests },
});

/** An event whose polls have cost so many calls of 5 units each. */
const event = (text: string, polls: number): Response => ({
  data: { chatMessages: { messages: [{ displayText: text }] } },
  extensions: {
    cost: { ...calls(1, { VIDEO: 1 }), avoided: 0, polling: calls(polls, { VIDEO: 5 * polls }) },
    trace: { durationMs: 1, calls: [], waits: [] },
  },
});

/** The time at which each subscription of these tests begins. */
const start = Date.UTC(2027, 2, 14, 9);

beforeEach(() => showTab('one'));

describe('a subscription', () => {
  it('has its events with their times, and what all have cost', () => {
    const run = begin({ startedAt: start });
    receiveEvent(run, { response: event('a', 3), receivedAt: start + 100 });
    receiveEvent(run, { response: event('b', 4), receivedAt: start + 12_100 });
    receiveEvent(run, { response: event('c', 6), receivedAt: start + 30_100 });
    const { events, own, polling, dropped, end } = stream();
    expect(events.map(({ number, receivedAt }) => [number, receivedAt - start])).toEqual([
      [1, 100],
      [2, 12_100],
      [3, 30_100],
    ]);
    expect([costOf(own), costOf(polling), dropped, end]).toEqual([
      { requests: 3, units: [{ bucket: 'VIDEO', units: 3 }] },
      { requests: 13, units: [{ bucket: 'VIDEO', units: 65 }] },
      0,
      undefined,
    ]);
    // 10 polls in 30 seconds: what the first event says was spent before.
    expect(pollingPerMinute(stream())).toEqual({
      requests: 20,
      units: [{ bucket: 'VIDEO', units: 100 }],
    });
  });
  it('has no rate as long as too little is known', () => {
    const run = begin({ startedAt: start });
    expect(pollingPerMinute(stream())).toBeUndefined();
    receiveEvent(run, { response: event('a', 3), receivedAt: start });
    expect(pollingPerMinute(stream())).toBeUndefined();
    receiveEvent(run, { response: event('b', 1), receivedAt: start + 999 });
    expect(pollingPerMinute(stream())).toBeUndefined();
  });
  it('keeps the last 200 events, and counts all', () => {
    const run = begin({ startedAt: start });
    for (let index = 1; index <= 205; index += 1)
      receiveEvent(run, { response: event(`${index}`, 1), receivedAt: start + index });
    const { events, dropped, polling } = stream();
    expect([events.length, events[0]!.number, events.at(-1)!.number, dropped]).toEqual([
      200, 6, 205, 5,
    ]);
    expect(polling.requests).toBe(205);
  });
  it('shows the newest event, or the one that is chosen until it is not kept any more', () => {
    const run = begin({ startedAt: start });
    const arrive = (text: string) =>
      receiveEvent(run, { response: event(text, 1), receivedAt: start })?.data;
    const dataOf = (text: string) => event(text, 1).data;
    expect([arrive('a'), arrive('b')]).toEqual([dataOf('a'), dataOf('b')]);
    expect(selectEvent(1)?.data).toEqual(dataOf('a'));
    expect([arrive('c'), response()!.data]).toEqual([dataOf('a'), dataOf('a')]);
    expect(selectEvent(undefined)?.data).toEqual(dataOf('c'));
    expect(arrive('d')).toEqual(dataOf('d'));
    selectEvent(2);
    for (let index = 0; index < 300; index += 1) arrive(`${index}`);
    expect([stream().selected, response()!.data]).toEqual([undefined, dataOf('299')]);
  });
  it('shows events without their traces, which the panel of calls has', () => {
    const run = begin({ startedAt: start });
    const shown = receiveEvent(run, { response: event('a', 1), receivedAt: start });
    expect(shown!.extensions).not.toHaveProperty('trace');
    expect(selectEvent(1)!.extensions).not.toHaveProperty('trace');
    expect(response()!.extensions).toHaveProperty('trace');
  });
  it('ends once', () => {
    const run = begin({ startedAt: start });
    endStream(run, { kind: 'stopped', at: start + 5 });
    endStream(run, { kind: 'completed', at: start + 6 });
    expect(stream().end).toEqual({ kind: 'stopped', at: start + 5 });
  });
  it('keeps what the plan said when it began', () => {
    begin({ startedAt: start });
    planStream('one', costOf(calls(3_600, {})));
    planStream('one', null);
    expect(stream().perHour).toEqual({ requests: 3_600, units: [] });
  });
  it('is forgotten when the tab runs something else', () => {
    const run = begin({ startedAt: start });
    receive(begin(), { data: {} });
    expect(receiveEvent(run, { response: event('late', 1), receivedAt: start })).toBeUndefined();
    endStream(run, { kind: 'completed', at: start });
    expect([stream(), response()]).toEqual([undefined, { data: {} }]);
  });
});

describe('two tabs', () => {
  it('have their own responses and subscriptions', () => {
    const first = begin({ startedAt: start });
    receiveEvent(first, { response: event('a', 1), receivedAt: start });
    showTab('two');
    expect([response(), stream()]).toEqual([undefined, undefined]);
    receive(begin(), { data: { two: true } });
    receiveEvent(first, { response: event('b', 1), receivedAt: start });
    expect(response()).toEqual({ data: { two: true } });
    showTab('one');
    expect(stream().events).toHaveLength(2);
    expect(response()!.data).toEqual(event('b', 1).data);
  });
  it('show what has arrived for them while they were hidden, once', () => {
    const run = begin();
    showTab('two');
    expect(receive(run, { data: { late: true } })).toBeUndefined();
    expect(takeLate()).toBeUndefined();
    showTab('one');
    expect([takeLate(), takeLate()]).toEqual([{ data: { late: true } }, undefined]);
  });
  it('ignore a late response of an earlier run of the same tab alone', () => {
    const [slow, last] = [begin(), begin()];
    expect(receive(last, { data: { last: true } })).toEqual({ data: { last: true } });
    expect(receive(slow, failure('slow'))).toBeUndefined();
    expect(response()).toEqual({ data: { last: true } });
  });
});
