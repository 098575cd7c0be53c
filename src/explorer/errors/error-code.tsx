/** The code of an error or a warning, which opens its section of the documentation. */
import { lazy, Suspense } from 'react';
import type { Warning } from '../../../schema/extensions.js';
import { userTexts } from '../../client/error-code.ts';
import { useDialog } from '../parts/dialog.tsx';

const ErrorSection = lazy(() => import('./error-section.tsx'));

const warnings: Readonly<Record<Warning['code'], true>> = {
  EXPECTED_ABSENCE: true,
  UNKNOWN_VALUE: true,
  LIST_STOPPED: true,
  NOT_SHOWN: true,
  INVALID_ITEMS: true,
};

export const errorCodes: readonly string[] = Object.keys(userTexts);

export const warningCodes: readonly string[] = Object.keys(warnings);

const known = new Set([...errorCodes, ...warningCodes]);

/** @returns a function that shows what a code means; nothing happens for an unknown one */
export function useOpenSection(): (code: string) => void {
  const { open } = useDialog();
  return (code) => {
    if (!known.has(code)) return;
    open(
      code,
      <Suspense fallback={<p>Loading …</p>}>
        <ErrorSection code={code} />
      </Suspense>,
    );
  };
}

/** A button that shows what a code means. A newer gateway can have others. */
export function ErrorCode({ code }: { readonly code: string }) {
  const openSection = useOpenSection();
  if (!known.has(code)) return <code>{code}</code>;
  return (
    <button type="button" className="link" onClick={() => openSection(code)}>
      {code}
    </button>
  );
}
