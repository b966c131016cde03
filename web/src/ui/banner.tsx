import type { ReactNode, Ref } from 'react';
import { t } from '../texts/t.ts';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';

export interface BannerProps {
  tone?: 'info' | 'success' | 'warning' | 'error';
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons beside the words. */
  actions?: ReactNode;
  /** Shows a close button. */
  onDismiss?: () => void;
  /** Makes the banner focusable. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

/** A result or notice that stays on the page. Screen readers announce it when it appears; errors at once. */
export function Banner({ tone = 'info', title, children, actions, onDismiss, ref, className }: BannerProps) {
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('banner', `banner-${tone}`, className)}
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-secondary">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
      {onDismiss && (
        <CloseButton label={t('controls.dismiss')} className="-my-1.5 -mr-2" onClick={onDismiss} />
      )}
    </div>
  );
}
