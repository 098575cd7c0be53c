/** The lines of the map: which there are, and how they run between two objects. */
import type { Service } from '../../../schema/extensions.js';
import type { ServiceLink } from './service-link.ts';
import type { ServiceMap } from './service-map.ts';

/** Two objects, or what stands for several that are not shown, and the links between them. */
export interface MapLine {
  readonly key: string;
  /** What the line connects, by `data-place`. */
  readonly ends: readonly [string, string];
  /** The names of all objects that it connects. */
  readonly objects: ReadonlySet<string>;
  readonly services: readonly [Service | undefined, Service | undefined];
  readonly links: readonly ServiceLink[];
}

/**
 * @param placeOf what stands for an object on the map, by its name
 * @returns one line for all links between two places, in either direction
 */
export function linesOf(
  { links, services }: ServiceMap,
  placeOf: (name: string) => string,
): readonly MapLine[] {
  const groups = Map.groupBy(links, ({ from, to }) =>
    [placeOf(from.name), placeOf(to.name)].toSorted().join(' '),
  );
  return [...groups].map(([key, own]) => {
    const [{ from, to }] = own as [ServiceLink];
    return {
      key,
      ends: [placeOf(from.name), placeOf(to.name)],
      objects: new Set(own.flatMap((each) => [each.from.name, each.to.name])),
      services: [services.get(from.name), services.get(to.name)],
      links: own,
    };
  });
}

/** A rectangle of the map, in pixels from its corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a line comes out of a box. */
export interface Exit {
  readonly x: number;
  readonly y: number;
  /** -1: to the left. 1: to the right. */
  readonly direction: -1 | 1;
}

/** How a line runs. */
export interface Course {
  readonly path: string;
  readonly start: Exit;
  readonly end: Exit;
}

/** A line that returns to its own side turns after so many pixels, at least and at most. */
const [minBend, maxBend] = [12, 110];

/**
 * @param size the width of the map, and of the space between its columns
 * @returns the curve between two boxes, which leaves each of them at the side of the other column
 */
export function courseOf(from: Box, to: Box, size: { width: number; gutter: number }): Course {
  const start = exitOf(from, to, size.width);
  const end = exitOf(to, from, size.width);
  const most = Math.min(maxBend, size.gutter * 0.9);
  const bend =
    start.direction === end.direction
      ? Math.min(most, minBend + Math.abs(end.y - start.y) / 5)
      : Math.max(minBend, Math.abs(end.x - start.x) * 0.55);
  const [first, second] = [start, end].map(({ x, y, direction }) => ({
    x: x + direction * bend,
    y,
  }));
  const [a, b, c, d] = [start, first!, second!, end].map(
    ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`,
  );
  return { path: `M${a}C${b} ${c} ${d}`, start, end };
}

/** A box at the left leaves to the right, and the other way round; one in the middle to either. */
function exitOf({ left, right, top, bottom }: Box, other: Box, width: number): Exit {
  const y = (top + bottom) / 2;
  const middle = width / 2;
  const isAtLeft = right <= middle || (left < middle && (other.left + other.right) / 2 > middle);
  return isAtLeft ? { x: right, y, direction: 1 } : { x: left, y, direction: -1 };
}
