import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useRef, useState } from 'react';
import { useEscape } from './escape.ts';

interface MenuItem {
  label: string;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuItem[];
}

/** A menu behind one button. A dialog that an item opens returns focus to the button. */
export function Menu({ trigger, items }: MenuProps) {
  const acted = useRef<(() => void) | null>(null);
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            // By now the button has focus, so a dialog returns focus to it.
            const act = acted.current;
            acted.current = null;
            if (act) setTimeout(act);
          }}
        >
          {items.map(({ label, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              className="menu-item"
              onSelect={() => {
                acted.current = onSelect;
              }}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
