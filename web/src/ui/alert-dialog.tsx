import { AlertDialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { useEscape } from './escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and to what. */
  description: ReactNode;
  /** Lists or fields below the description. */
  children?: ReactNode;
  /** Label of the confirm button. */
  actionLabel: string;
  actionDisabled?: boolean;
  /** The dialog stays open until the caller closes it, so it can show a failure. */
  onAction: () => void;
  cancelLabel?: string;
}

/** Asks for confirmation of something that can't be undone. Only its buttons and Esc close it; Cancel has focus first. */
export function AlertDialog({ cancelLabel = t('controls.cancel'), ...props }: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const focus = useReturnFocus(cancel);
  useEscape(props.open, () => props.onOpenChange(false));
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-overlay" />
        <Primitive.Content className="dialog" {...focus}>
          <div className="p-5 sm:p-6">
            <Primitive.Title className="font-display text-title font-bold">{props.title}</Primitive.Title>
            <Primitive.Description asChild>
              <div className="mt-2 text-secondary text-muted">{props.description}</div>
            </Primitive.Description>
            {props.children !== undefined && <div className="mt-4">{props.children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Primitive.Cancel asChild>
                <Button ref={cancel} variant="secondary">
                  {cancelLabel}
                </Button>
              </Primitive.Cancel>
              <Button variant="destructive" disabled={props.actionDisabled} onClick={props.onAction}>
                {props.actionLabel}
              </Button>
            </div>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
