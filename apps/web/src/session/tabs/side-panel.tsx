import { useMemo } from 'react'
import { arrange, useLayout } from '../../ui/layout.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { changedFiles } from '../view/changed-files.ts'
import { useView } from '../view/use-session.ts'
import { CostTab } from './cost-tab.tsx'
import { DecisionsTab } from './decisions-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import { PositionsTab } from './positions-tab.tsx'
import { TeamTab } from './team-tab.tsx'

/** The side panel, with only the tabs this run can fill. */
export function SidePanel() {
  const mode = useView(({ session }) => session.run?.mode ?? '')
  const positions = useView((view) => view.positions.length)
  const steps = useView((view) => view.plan?.steps.length ?? 0)
  const decisions = useView((view) => view.decisions.length)
  const changes = useView((view) => view.files)
  const files = useMemo(() => changedFiles(changes).length, [changes])
  const chosen = useLayout((layout) => layout.panelTab)
  const tabs: readonly (Tab | false)[] = [
    (mode === 'panel' || positions > 0) && { id: 'positions', label: 'Positions', content: <PositionsTab /> },
    (mode === 'plan' || steps > 0) && { id: 'plan', label: 'Plan', count: steps, content: <PlanTab /> },
    (mode === 'plan' || mode === 'panel' || decisions > 0) && {
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
  const fallback = mode === 'panel' || mode === 'plan' ? shown[0]?.id : 'team'
  const value = shown.some(({ id }) => id === chosen) ? chosen : (fallback ?? 'team')
  return <Tabs label="Details" tabs={shown} value={value} onChange={(panelTab) => arrange({ panelTab })} />
}
