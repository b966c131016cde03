import { RISK_GROUPINGS, type RiskGrouping } from '@tallystone/core/markets/risk-groups';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { GROUPING_HEADS } from './risk-group.ts';

/** The choice between game, league, day and market type. */
export function GroupingChoice({
  label,
  chosen,
  onChoose,
}: {
  label: string;
  chosen: RiskGrouping;
  onChoose: (grouping: RiskGrouping) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which can't be laid out in the flow
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {RISK_GROUPINGS.map((grouping) => (
        <Button
          key={grouping}
          variant="secondary"
          size="small"
          aria-pressed={grouping === chosen}
          onClick={() => onChoose(grouping)}
        >
          {t(GROUPING_HEADS[grouping])}
        </Button>
      ))}
    </div>
  );
}
