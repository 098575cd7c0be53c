/** A button in the toolbar of the editor, beside those of GraphiQL. */
import { ToolbarButton } from '@graphiql/react';
import { Icon } from '../parts/icon.tsx';

interface ToolButtonProps {
  /** For screen readers, and beside the mouse. */
  readonly label: string;
  /** The path of its icon. */
  readonly icon: string;
  readonly onClick: () => void;
}

export function ToolButton({ label, icon, onClick }: ToolButtonProps) {
  return (
    <ToolbarButton label={label} onClick={onClick}>
      <span className="graphiql-toolbar-icon tool-icon">
        <Icon path={icon} />
      </span>
    </ToolbarButton>
  );
}
