import { LoadFailed as Failed, type LoadFailedProps } from '../data/load-failed.tsx';
import { Unread as UnreadAnswer, type UnreadProps } from '../data/unread.tsx';
import { adminProblem } from './admin-problem.ts';

/** Replaces a part of the dashboard that failed to load, with the admin's error sentence. */
export function LoadFailed(props: Omit<LoadFailedProps, 'sentence'>) {
  return <Failed {...props} sentence={adminProblem(props.error)} />;
}

/** The same for a part that may also be loading. */
export function Unread(props: Omit<UnreadProps, 'sentence'>) {
  return <UnreadAnswer className="py-8 text-muted" {...props} sentence={adminProblem(props.query.error)} />;
}
