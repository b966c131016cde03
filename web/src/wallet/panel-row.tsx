import type { ComponentProps, ReactNode } from 'react';

const look =
  'menu-item w-full text-left font-medium hover:bg-primary-soft focus-visible:bg-primary-soft focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-primary';

interface RowContent {
  icon?: ReactNode;
  children: ReactNode;
  /** A word at the end of the row. */
  end?: ReactNode;
}

/** A row of the wallet panel that acts as a button. */
export function PanelRow({ icon, children, end, ...rest }: RowContent & ComponentProps<'button'>) {
  return (
    <button type="button" className={look} {...rest}>
      <Content icon={icon} end={end}>
        {children}
      </Content>
    </button>
  );
}

/** The same row as a link. */
export function PanelLink({
  icon,
  children,
  end,
  ...rest
}: RowContent & ComponentProps<'a'> & { href: string }) {
  return (
    <a className={look} rel="noopener" {...rest}>
      <Content icon={icon} end={end}>
        {children}
      </Content>
    </a>
  );
}

function Content({ icon, children, end }: RowContent) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {end && <span className="flex-none text-small font-normal text-muted">{end}</span>}
    </>
  );
}

/** A small heading inside the panel. */
export function PanelHeading({ children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 className="px-3 pt-2 pb-1 font-display text-body font-bold outline-none" {...rest}>
      {children}
    </h2>
  );
}

/** A message about the last attempt; screen readers announce it. */
export function PanelNotice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="mx-1.5 mb-1.5 rounded-control bg-warning-soft px-3 py-2 text-meta text-warning"
    >
      {children}
    </p>
  );
}
