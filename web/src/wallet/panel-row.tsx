import type { ComponentProps, ReactNode } from 'react';

const look =
  'menu-item w-full text-left font-medium hover:bg-primary-soft focus-visible:bg-primary-soft focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-primary';

interface RowContent {
  icon?: ReactNode;
  children: ReactNode;
  /** The word at the end of the row. */
  end?: ReactNode;
}

/** One line of the wallet panel that does something. */
export function PanelRow({ icon, children, end, ...rest }: RowContent & ComponentProps<'button'>) {
  return (
    <button type="button" className={look} {...rest}>
      <Content icon={icon} end={end}>
        {children}
      </Content>
    </button>
  );
}

/** The same line as a link to somewhere else. */
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

/** Small heading inside the panel; focus goes to it when the panel shows another page. */
export function PanelHeading({ children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 className="px-3 pt-2 pb-1 font-display text-body font-bold outline-none" {...rest}>
      {children}
    </h2>
  );
}

/** What happened last, or what the wallet should know: read out when it appears. */
export function PanelNotice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="mx-1.5 mb-1.5 rounded-control bg-warning-soft px-3 py-2 text-meta text-warning break-words"
    >
      {children}
    </p>
  );
}
