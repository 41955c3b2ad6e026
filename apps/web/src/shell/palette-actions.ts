import {
  Bell,
  Bot,
  Columns2,
  Columns3,
  FileText,
  Keyboard,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Monitor,
  Moon,
  PanelRight,
  PenLine,
  Plus,
  Power,
  Rows3,
  Settings,
  ShieldCheck,
  Sun,
  Users,
  Waypoints,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { useSessionList } from '../connection/session-list.ts'
import { arrange, showView, togglePanel } from '../ui/layout.ts'
import { allowNotifications } from '../ui/notify.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { applyTheme } from '../ui/theme/theme.ts'
import { waysToQuit } from './quit.ts'

export type Action = {
  readonly id?: string
  readonly label: string
  readonly group: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: () => void
}

type Navigate = (to: string) => void

/** Actions and pages available here whose names match the query. */
export function useActions(query: string): readonly Action[] {
  const [location, navigate] = useLocation()
  const { rows } = useSessionList('', 'all')
  const sessions = rows.map(
    (row): Action => ({
      id: row.id,
      label: oneLine(row.title || row.goal),
      group: 'Sessions',
      icon: MessageSquare,
      run: () => navigate(`/session/${row.id}`),
    }),
  )
  const id = /^\/session\/([^/]+)/u.exec(location)?.[1]
  const quit = waysToQuit().map((way): Action => ({ icon: Power, ...way }))
  const all = [...(id ? inSession(id, navigate) : []), ...places(navigate), ...ofPage, ...quit, ...sessions]
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, 50)
}

function inSession(id: string, navigate: Navigate): readonly Action[] {
  const group = 'This session'
  return [
    { label: 'Show the result', group, icon: FileText, run: () => navigate(`/session/${id}/result`) },
    { label: 'Compare with another session', group, icon: Columns2, run: () => navigate(`/compare/${id}`) },
    { label: 'Show lanes', group, icon: Columns3, keys: '1', run: () => showView('lanes') },
    { label: 'Show the timeline', group, icon: Rows3, keys: '2', run: () => showView('timeline') },
    { label: 'Show the graph', group, icon: Waypoints, keys: '3', run: () => showView('graph') },
    { label: 'Show or hide details', group, icon: PanelRight, keys: ']', run: togglePanel },
  ]
}

function places(navigate: Navigate): readonly Action[] {
  const group = 'Go to'
  return [
    { label: 'New session', group, icon: PenLine, run: () => navigate('/') },
    { label: 'Teams', group, icon: Users, run: () => navigate('/teams') },
    { label: 'New team', group, icon: Plus, run: () => navigate('/teams/new') },
    { label: 'Agents', group, icon: Bot, run: () => navigate('/agents') },
    { label: 'New agent', group, icon: Plus, run: () => navigate('/agents/new') },
    { label: 'Settings', group, icon: Settings, run: () => navigate('/settings') },
    { label: 'Models and keys', group, icon: KeyRound, run: () => navigate('/settings/models') },
    { label: 'Permissions', group, icon: ShieldCheck, run: () => navigate('/settings/permissions') },
  ]
}

const group = 'Page'
const ofPage: readonly Action[] = [
  { label: 'Keys', group, icon: Keyboard, keys: '?', run: () => arrange({ isKeysOpen: true }) },
  { label: 'Theme: light', group, icon: Sun, run: () => applyTheme('light') },
  { label: 'Theme: dark', group, icon: Moon, run: () => applyTheme('dark') },
  { label: 'Theme: system', group, icon: Monitor, run: () => applyTheme('system') },
  { label: 'Notify me when I am needed', group, icon: Bell, run: () => void allowNotifications() },
]
