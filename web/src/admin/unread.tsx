import { Unread as UnreadAnswer, type UnreadProps } from '../data/unread.tsx';
import { adminProblem } from './admin-problem.ts';

/** Replaces a part of the dashboard that is loading or failed to load, with the admin's error sentence. */
export function Unread(props: Omit<UnreadProps, 'sentence'>) {
  return <UnreadAnswer className="py-8 text-muted" {...props} sentence={adminProblem(props.query.error)} />;
}
