import { Unread as UnreadAnswer, type UnreadProps } from '../data/unread.tsx';
import { t } from '../texts/t-admin.ts';
import { adminProblem } from './admin-problem.ts';

/** Replaces a part of the dashboard that is loading or failed to load, with the admin's error sentence. */
export function Unread(props: Omit<UnreadProps, 'sentence' | 'loading'>) {
  return (
    <UnreadAnswer
      className="py-8 text-muted"
      {...props}
      loading={t('controls.loading')}
      sentence={adminProblem(props.query.error)}
    />
  );
}
