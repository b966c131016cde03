import { dateFormat } from '../format/date-format.ts';

const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Such as `14:05`, in the reader's time zone. */
export const clockText = (at: number): string => clock().format(at);
