/** A button in the toolbar of the editor, beside those of GraphiQL. */
import { UnStyledButton } from '@graphiql/react';
import { Icon } from '../parts/icon.tsx';

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
    // One of GraphiQL would show its label with each focus, also after a dialog: on the editor.
    <UnStyledButton
      type="button"
      className="graphiql-toolbar-button tool-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon path={icon} className="graphiql-toolbar-icon" />
      {name}
    </UnStyledButton>
  );
}
