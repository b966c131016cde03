import { LoadFailed as Failed, type LoadFailedProps } from '../data/load-failed.tsx';
import { Unread as UnreadAnswer, type UnreadProps } from '../data/unread.tsx';
import { adminProblem } from './admin-problem.ts';

/** Stands where something of the dashboard could not be read, with the dashboard's words for why. */
export function LoadFailed(props: Omit<LoadFailedProps, 'sentence'>) {
  return <Failed {...props} sentence={adminProblem(props.error)} />;
}

/** The same where it may also be on its way. */
export function Unread(props: Omit<UnreadProps, 'sentence'>) {
  return <UnreadAnswer className="py-8 text-muted" {...props} sentence={adminProblem(props.query.error)} />;
}
