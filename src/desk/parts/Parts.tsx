/** Small pieces that several screens of the desk use. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { DeskProblem } from '#machines/desk/problem.ts';
import { Button, Spinner } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { alert } from '#src/ui/icon/primaryIcons.ts';

/** The heading of a page. It takes the focus when the page opens, so that a screen reader reads it out. */
export function Title({ children, note }: { children: ReactNode; note?: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className="dk-title">
      <h1 ref={title} tabIndex={-1}>
        {children}
      </h1>
      {note && <p className="muted">{note}</p>}
    </div>
  );
}

/** Why the last press failed. */
export const Problem = ({ problem, children }: { problem: DeskProblem | null; children?: ReactNode }) =>
  problem && (
    <div role="alert">
      <Note tone="overdue" icon={alert}>
        <p>{problem.message}</p>
        {children}
      </Note>
    </div>
  );

export const Loading = ({ children }: { children: ReactNode }) => (
  <p className="dk-loading" role="status">
    <Spinner />
    <span>{children}</span>
  </p>
);

export const NotLoaded = ({ problem, onRetry }: { problem: DeskProblem | null; onRetry: () => void }) => (
  <Problem problem={problem ?? { error: 'noAnswer', message: 'This could not be loaded.' }}>
    <div className="dk-buttons">
      <Button kind="secondary" size="small" onPress={onRetry}>
        Try again
      </Button>
    </div>
  </Problem>
);

/** A box with a heading. */
export const Box = ({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) => (
  <section className="dk-box" aria-label={title}>
    <div className="dk-box__head">
      <h2>{title}</h2>
      {end}
    </div>
    {children}
  </section>
);

/** A modal dialog with a question. Escape calls `onCancel`. */
export function Question({ title, children, onCancel }: { title: string; children: ReactNode; onCancel: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dk-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

/** A table that can be scrolled sideways by keyboard too when it is too wide. */
export const TableRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="dk-table" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
