import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { t } from '../texts/t.ts';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import { useEscape } from './escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  /** Called by Esc, the overlay and the close button. */
  onClose: () => void;
  title: ReactNode;
  /** One line under the title; screen readers announce it after the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Where focus starts; the first control if absent. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

/**
 * A dialog 480 px wide; below 640 px a sheet at the bottom, with the same elements in the same order.
 * Esc, the overlay and the close button dismiss it; focus returns to where it was before.
 */
export function Dialog(props: DialogProps) {
  const focus = useReturnFocus(props.initialFocus);
  useEscape(true, props.onClose);
  return (
    <Primitive.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-overlay" />
        <Primitive.Content
          className={classNames('dialog', props.className)}
          {...(props.description === undefined && { 'aria-describedby': undefined })}
          {...focus}
        >
          <div className="flex items-start gap-3 px-5 pt-5 pb-4 sm:px-6 sm:pt-6">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-title font-display font-bold">{props.title}</Primitive.Title>
              {props.description !== undefined && (
                <Primitive.Description asChild>
                  <div className="mt-1 text-secondary text-muted">{props.description}</div>
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <CloseButton label={t('controls.close')} className="-mt-1.5 -mr-2" />
            </Primitive.Close>
          </div>
          <div className="px-5 pb-5 sm:px-6 sm:pb-6">{props.children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
