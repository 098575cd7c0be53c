/** Icons, each of which is one line. */
import type { SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** What a line of 24 by 24 draws. */
  readonly path: string;
}

export const Icon = ({ path, ...svg }: IconProps) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true" {...svg}>
    <path d={path} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** @returns an icon of a side panel, with its name below it */
export const namedIcon = (name: string, path: string) =>
  function NamedIcon() {
    return (
      <>
        <Icon path={path} width="22" height="22" />
        <small>{name}</small>
      </>
    );
  };
