/** The lines of the drawing, which lead to the fields that they stand for. */
import { useId, useLayoutEffect, useState } from 'react';
import { type Box, type Course, courseOf, type Exit, type MapLine } from './line-course.ts';
import { Breakable } from './map-text.tsx';
import { useOpenPlace } from './place.ts';
import type { ServiceLink } from './service-link.ts';

interface LineProps {
  readonly line: MapLine;
  /** Undefined until the objects have their places. */
  readonly course: Course | undefined;
  readonly isActive: boolean;
  /** The object at whose lines fields are named; undefined: none. */
  readonly active: string | undefined;
  readonly onChoose: (line: MapLine) => void;
}

export function Line({ line, course, isActive, active, onChoose }: LineProps) {
  const openPlace = useOpenPlace();
  // The same map can be on the page twice.
  const gradient = useId();
  if (!course) return null;
  const { links, services, objects } = line;
  const [{ type, field }] = links as [ServiceLink];
  const choose = (): void => (links.length === 1 ? openPlace(type, field) : onChoose(line));
  const isOfAll = services.includes(undefined);
  return (
    <g
      className={`map-line${isActive ? ' active' : ''}${isOfAll ? ' of-all' : ''}`}
      data-line={line.key}
    >
      <linearGradient
        id={gradient}
        gradientUnits="userSpaceOnUse"
        x1={course.start.x}
        y1={course.start.y}
        x2={course.end.x + 0.01}
        y2={course.end.y + 0.01}
      >
        <stop offset="0" data-service={services[0]} />
        <stop offset="1" data-service={services[1]} />
      </linearGradient>
      <path className="seen" d={course.path} stroke={`url(#${gradient})`} />
      <path className="hit" d={course.path} onClick={choose}>
        <title>{`${[...objects].join(' – ')}: ${links.map(nameOfLink).join(', ')}`}</title>
      </path>
      {active !== undefined && isActive && (
        <FieldNames links={links} exit={line.ends[0] === active ? course.end : course.start} />
      )}
    </g>
  );
}

interface FieldNamesProps {
  readonly links: readonly ServiceLink[];
  readonly exit: Exit;
}

/** At most so many fields are named at a line. */
const maxNames = 3;

/** The fields of a line, above its end that is not the active object: there is place for them. */
function FieldNames({ links, exit: { x, y, direction } }: FieldNamesProps) {
  const names = [...new Set(links.map(({ field }) => field.name))];
  const more = names.length > maxNames ? ' …' : '';
  return (
    <text x={x + direction * 12} y={y - 5} textAnchor={direction === 1 ? 'start' : 'end'}>
      {names.slice(0, maxNames).join(', ') + more}
    </text>
  );
}

const nameOfLink = ({ from, route }: ServiceLink): string => `${from.name}.${route.join('.')}`;

/** Of a line that stands for several links: which. */
export function LineLinks({ line }: { readonly line: MapLine | undefined }) {
  const openPlace = useOpenPlace();
  if (!line) return null;
  return (
    <ul className="map-links" aria-label="Links of the line">
      {line.links.map((link) => (
        <li key={`${nameOfLink(link)} ${link.to.name}`}>
          <button type="button" className="link" onClick={() => openPlace(link.type, link.field)}>
            <Breakable name={nameOfLink(link)} />
          </button>{' '}
          → {link.to.name}
        </li>
      ))}
    </ul>
  );
}

/** @returns how each line runs, by its key; again when the drawing has another size */
export function useCourses(
  drawing: { readonly current: HTMLElement | null },
  lines: readonly MapLine[],
): ReadonlyMap<string, Course> {
  const [courses, setCourses] = useState<ReadonlyMap<string, Course>>(new Map());
  useLayoutEffect(() => {
    const element = drawing.current!;
    const measure = (): void => setCourses(coursesIn(element, lines));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [drawing, lines]);
  return courses;
}

function coursesIn(element: HTMLElement, lines: readonly MapLine[]): ReadonlyMap<string, Course> {
  const corner = element.getBoundingClientRect();
  const boxes = new Map(
    [...element.querySelectorAll<HTMLElement>('[data-place]')].map((each): [string, Box] => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return [
        each.dataset['place']!,
        {
          left: left - corner.left,
          top: top - corner.top,
          right: right - corner.left,
          bottom: bottom - corner.top,
        },
      ];
    }),
  );
  const [first, last] = element.querySelectorAll('.map-column');
  const gutter = last!.getBoundingClientRect().left - first!.getBoundingClientRect().right;
  return new Map(
    lines.flatMap(({ key, ends: [from, to] }) => {
      const [a, b] = [boxes.get(from), boxes.get(to)];
      return a && b ? [[key, courseOf(a, b, { width: corner.width, gutter })]] : [];
    }),
  );
}
