/** A button in the toolbar of the editor, beside those of GraphiQL. */
import { ToolbarButton } from '@graphiql/react';

interface ToolButtonProps {
  readonly name: string;
  /** For screen readers, and beside the mouse; it begins with the name. */
  readonly label: string;
  /** What a line of 24 by 24 draws. */
  readonly icon: string;
  readonly onClick: () => void;
}

export function ToolButton({ name, label, icon, onClick }: ToolButtonProps) {
  return (
    <ToolbarButton label={label} className="tool-button" onClick={onClick}>
      <svg
        className="graphiql-toolbar-icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={icon} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {name}
    </ToolbarButton>
  );
}
