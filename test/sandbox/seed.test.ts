/** The initial data of the services: the same after every reset, whatever was written before. */
import { describe, expect, it, vi } from 'vitest';
import { RepeatedBytes } from '../../src/sandbox/bytes.ts';
import { seeds } from '../../src/sandbox/seed/seeds.ts';
import { Simulation } from '../../src/sandbox/simulation.ts';
import { services } from '../../src/services/api.ts';
import type { Service } from '../../src/engine/api/register.ts';
import { start } from '../support/gateway/sandbox.ts';

const stateOf = (service: Service, at = start, seed = 'studio'): object =>
  new Simulation(at, seed, seeds).state(service);

/** All objects of the data, and those of classes, which never change. */
function objectsOf(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  const inside =
    value instanceof Map || value instanceof Set ? value.values() : Object.values(value);
  for (const each of inside) objectsOf(each, found);
  return found;
}

describe.each(services)('the initial data of a service: %s', (service) => {
  it('has no object that another simulation can change', () => {
    const first = objectsOf(stateOf(service));
    const shared = [...objectsOf(stateOf(service))].filter((each) => first.has(each));
    expect(first.size).toBeGreaterThan(100);
    expect(shared.filter((each) => !(each instanceof RepeatedBytes))).toEqual([]);
  });
  it('is the same as before, and another one for another start', () => {
    const first = stateOf(service);
    expect(stateOf(service)).toStrictEqual(first);
    expect(stateOf(service, new Date('2027-01-01T00:00:00Z'))).not.toEqual(first);
    expect(stateOf(service)).toStrictEqual(first);
  });
});

// Nothing of the live service is random.
describe.each(services.filter((service) => service !== 'live'))(
  'the initial data of a service with random numbers: %s',
  (service) => {
    it('is another one for another seed', () => {
      expect(stateOf(service, start, 'another')).not.toEqual(stateOf(service));
    });
  },
);

it('is made once for each start of several sandboxes, whichever is reset', () => {
  const drawsAt = (start: string): number => {
    const simulation = new Simulation(new Date(start), 'studio', seeds);
    const random = vi.spyOn(simulation, 'random');
    simulation.state('video');
    return random.mock.calls.length;
  };
  const [first, second] = ['2031-01-01T00:00:00Z', '2032-01-01T00:00:00Z'];
  expect(drawsAt(first)).toBeGreaterThan(100);
  expect(drawsAt(second)).toBeGreaterThan(100);
  expect([drawsAt(first), drawsAt(second)]).toEqual([0, 0]);
});
