import {
  Bell,
  Bot,
  Keyboard,
  KeyRound,
  MessageSquare,
  Monitor,
  Moon,
  PenLine,
  Plus,
  Power,
  Scale,
  Settings,
  ShieldCheck,
  Sun,
  Trash2,
  Users,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { useClient } from '../connection/client.ts'
import { useSessionList } from '../connection/session-list.ts'
import { arrange } from '../ui/layout.ts'
import { allowNotifications } from '../ui/notify.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { applyTheme } from '../ui/theme/theme.ts'
import type { ShellAction } from './action.ts'
import { waysToQuit } from './quit.ts'
import { sessionActs } from './session-acts.ts'

type Navigate = (to: string) => void

/** Actions and pages available here whose names match the query. */
export function useActions(query: string): readonly ShellAction[] {
  const client = useClient()
  const [location, navigate] = useLocation()
  const { rows } = useSessionList('', 'all')
  const sessions = rows.map(
    (row): ShellAction => ({
      id: row.id,
      label: oneLine(row.title || row.goal),
      group: 'Sessions',
      icon: MessageSquare,
      run: () => navigate(`/session/${row.id}`),
    }),
  )
  const id = /^\/session\/([^/]+)/u.exec(location)?.[1]
  const quit = waysToQuit().map((way): ShellAction => ({ icon: Power, ...way }))
  const all = [
    ...(id ? sessionActs({ client, id, navigate, row: rows.find((row) => row.id === id) }) : []),
    ...places(navigate),
    ...ofPage,
    ...quit,
    ...sessions,
  ]
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, 50)
}

function places(navigate: Navigate): readonly ShellAction[] {
  const group = 'Go to'
  return [
    { label: 'New session', group, icon: PenLine, run: () => navigate('/') },
    { label: 'Teams', group, icon: Users, run: () => navigate('/teams') },
    { label: 'New team', group, icon: Plus, run: () => navigate('/teams/new') },
    { label: 'Agents', group, icon: Bot, run: () => navigate('/agents') },
    { label: 'New agent', group, icon: Plus, run: () => navigate('/agents/new') },
    { label: 'Track record', group, icon: Scale, run: () => navigate('/records') },
    { label: 'Recently deleted', group, icon: Trash2, run: () => navigate('/deleted') },
    { label: 'Settings', group, icon: Settings, run: () => navigate('/settings') },
    { label: 'Models and keys', group, icon: KeyRound, run: () => navigate('/settings/models') },
    { label: 'Permissions', group, icon: ShieldCheck, run: () => navigate('/settings/permissions') },
  ]
}

const group = 'Page'
const ofPage: readonly ShellAction[] = [
  { label: 'Keyboard shortcuts', group, icon: Keyboard, keys: '?', run: () => arrange({ isKeysOpen: true }) },
  { label: 'Theme: light', group, icon: Sun, run: () => applyTheme('light') },
  { label: 'Theme: dark', group, icon: Moon, run: () => applyTheme('dark') },
  { label: 'Theme: system', group, icon: Monitor, run: () => applyTheme('system') },
  { label: 'Notify me when I am needed or a run ends', group, icon: Bell, run: () => void allowNotifications() },
]
