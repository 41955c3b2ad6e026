import { useMemo } from 'react'
import { arrange, useLayout } from '../../ui/layout.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { changedFiles } from '../view/changed-files.ts'
import { shownNow } from '../view/mode-view.ts'
import { useView } from '../view/use-session.ts'
import { CostTab } from './cost-tab.tsx'
import { DecisionsTab } from './decisions-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import { PositionsTab } from './positions-tab.tsx'
import { TeamTab } from './team-tab.tsx'

/** The side panel, with only the tabs this run can fill. */
export function SidePanel() {
  const expects = useView((view) => shownNow(view).expects)
  const positions = useView((view) => shownNow(view).positions.length)
  const steps = useView((view) => shownNow(view).plan?.steps.length ?? 0)
  const decisions = useView((view) => view.decisions.length)
  const changes = useView((view) => view.files)
  const files = useMemo(() => changedFiles(changes).length, [changes])
  const chosen = useLayout((layout) => layout.panelTab)
  const tabs: readonly (Tab | false)[] = [
    (expects.includes('positions') || positions > 0) && {
      id: 'positions',
      label: 'Positions',
      content: <PositionsTab />,
    },
    (expects.includes('plan') || steps > 0) && { id: 'plan', label: 'Plan', count: steps, content: <PlanTab /> },
    (expects.includes('decisions') || decisions > 0) && {
      id: 'decisions',
      label: 'Decisions',
      count: decisions,
      content: <DecisionsTab />,
    },
    { id: 'files', label: 'Files', count: files, content: <FilesTab /> },
    { id: 'cost', label: 'Cost', content: <CostTab /> },
    { id: 'team', label: 'Team', content: <TeamTab /> },
  ]
  const shown = tabs.filter((tab) => tab !== false)
  const fallback = expects.length > 0 ? shown[0]?.id : 'team'
  const value = shown.some(({ id }) => id === chosen) ? chosen : (fallback ?? 'team')
  return <Tabs label="Details" tabs={shown} value={value} onChange={(panelTab) => arrange({ panelTab })} />
}
