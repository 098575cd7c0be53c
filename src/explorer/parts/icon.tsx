/** An icon of a side panel, like those of GraphiQL. @param path what a line of 24 by 24 draws */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d={path} strokeWidth="1.5" />
    </svg>
  );
}
