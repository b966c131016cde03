/** When a market starts or ends, and how long that is from now. */
export const times = {
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  day: '{{month}} {{day}}',
  date: '{{month}} {{day}}, {{year}}',
  starts: 'Starts {{moment}}',
  liveEnds: 'Live - Ends {{time}}',
  endedAt: 'Ended {{moment}}',
  daysLeft: '{{days}}d {{hours}}h',
  hoursLeft: '{{hours}}h {{minutes}}m',
  minutesLeft: '{{minutes}}m',
  ended: 'Ended',
  untilStart: 'until it starts',
  untilEnd: 'until betting ends',
} as const;
