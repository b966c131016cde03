import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useId } from 'react';
import { classNames } from './class-names.ts';
import { useItemInView } from './use-item-in-view.ts';

interface TabsContextValue {
  id: string;
  value: string;
  select: (value: string) => void;
  selectsOnFocus: boolean;
}

const TabsContext = createContext<TabsContextValue | null>(null);

function useTabs(): TabsContextValue {
  const value = use(TabsContext);
  if (value === null) throw new Error('Tabs must be around its list, triggers and contents');
  return value;
}

export interface TabsProps<Value extends string> {
  /** The selected tab; an empty text while none is. */
  value: Value | '';
  onValueChange: (value: Value) => void;
  /** `manual`: arrow keys only move the focus, and a press selects. */
  activationMode?: 'automatic' | 'manual';
  className?: string;
  children: ReactNode;
}

/**
 * Tabs with arrow keys, Home and End: a `TabsList` of `TabsTrigger`, and one `TabsContent` for each. They follow the tabs
 * pattern of the ARIA Authoring Practices.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, activationMode = 'automatic', className, children } = props;
  const id = useId();
  const select = (next: string) => {
    if (next !== value) onValueChange(next as Value);
  };
  return (
    <TabsContext value={{ id, value, select, selectsOnFocus: activationMode === 'automatic' }}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
}

export function TabsList({ className, ...rest }: ComponentProps<'div'>) {
  const row = useItemInView(useTabs().value);
  return (
    <div
      ref={row}
      role="tablist"
      className={classNames('tabs-list', className)}
      onKeyDown={moveFocus}
      {...rest}
    />
  );
}

export function TabsTrigger({ value, className, ...rest }: ComponentProps<'button'> & { value: string }) {
  const tabs = useTabs();
  const selected = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={selected}
      aria-controls={`${tabs.id}-panel-${value}`}
      // Only the selected tab is a tab stop; while none is selected, every tab is one.
      tabIndex={selected || tabs.value === '' ? 0 : -1}
      className={classNames('tabs-trigger', className)}
      onClick={() => tabs.select(value)}
      onFocus={() => tabs.selectsOnFocus && tabs.select(value)}
      {...rest}
    />
  );
}

/** Empty and hidden while its tab isn't selected, so that `aria-controls` always names an element. */
export function TabsContent({ value, children, ...rest }: ComponentProps<'div'> & { value: string }) {
  const tabs = useTabs();
  const selected = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      // Tab reaches the controls inside, so the panel itself needs no tab stop.
      tabIndex={-1}
      hidden={!selected}
      {...rest}
    >
      {selected && children}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const from = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || from === -1) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}
