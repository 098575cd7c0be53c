/** Icons of the side panels. */

/** @returns an icon with its name below it. @param path what a line of 24 by 24 draws */
export const namedIcon = (name: string, path: string) =>
  function NamedIcon() {
    return (
      <>
        <svg
          viewBox="0 0 24 24"
          width="22"
          height="22"
          fill="none"
          stroke="currentColor"
          aria-hidden="true"
        >
          <path d={path} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        <small>{name}</small>
      </>
    );
  };
