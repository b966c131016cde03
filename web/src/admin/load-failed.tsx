import { LoadFailed as Failed, type LoadFailedProps } from '../data/load-failed.tsx';
import { adminProblem } from './admin-problem.ts';

/** Stands where something of the dashboard could not be read, with the dashboard's words for why. */
export function LoadFailed(props: Omit<LoadFailedProps, 'sentence'>) {
  return <Failed {...props} sentence={adminProblem(props.error)} />;
}
