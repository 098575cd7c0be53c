/** The mark of the product: four services, one graph. `icon.svg` is the same for the tab. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <path d="M9 9L23 23M23 9L9 23" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="9" cy="9" r="5" fill="hsl(var(--video))" />
      <circle cx="23" cy="9" r="5" fill="hsl(var(--live))" />
      <circle cx="9" cy="23" r="5" fill="hsl(var(--storage))" />
      <circle cx="23" cy="23" r="5" fill="hsl(var(--calendar))" />
    </svg>
  );
}
