import { isFinal } from '@convene/domain'
import { FileText, GitCompareArrows, GitFork, Pencil, Pin, Play, RotateCcw, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { arrange } from '../../ui/layout.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { compose } from '../composer/draft.ts'
import { useForking, useSendCommand } from '../view/use-command.ts'
import { useExports } from '../view/use-exports.ts'
import { useSessionStore, useView } from '../view/use-session.ts'

/** Session actions other than pause and stop. */
export function useSessionActions(): readonly MenuItem[] {
  const client = useClient()
  const { id } = useSessionStore()
  const send = useSendCommand()
  const fork = useForking()
  const [, navigate] = useLocation()
  const phase = useView(({ session }) => session.run?.phase ?? 'idle')
  const isPinned = useView(({ session }) => session.pinned)
  const seq = useView(({ session }) => session.seq)
  const title = useView(({ session }) => session.title)
  const ask = (which: 'rename' | 'delete' | 'change') => arrange({ sessionDialog: { which, id, title } })
  const isOver = isFinal(phase) || phase === 'idle'
  const pin = async () =>
    void valueOrToast(await client.updateSession({ id, pinned: !isPinned }), 'The session is unchanged.')
  return [
    { label: 'New run', icon: Play, disabled: !isOver, onSelect: () => compose(id, '/run ') },
    { label: 'Reset', icon: RotateCcw, disabled: !isFinal(phase), onSelect: () => void send({ type: 'reset' }) },
    { label: 'Change one thing', icon: GitCompareArrows, disabled: !isOver, onSelect: () => ask('change') },
    { label: 'Fork from here', icon: GitFork, onSelect: () => fork(seq) },
    { label: 'Result page', icon: FileText, disabled: !isOver, onSelect: () => navigate(`/session/${id}/result`) },
    ...useExports().map((item, index) => ({
      ...item,
      label: `Export: ${item.label}`,
      ...(index === 0 && { begins: 'group' as const }),
    })),
    { label: 'Rename', icon: Pencil, begins: 'group', onSelect: () => ask('rename') },
    { label: isPinned ? 'Unpin' : 'Pin', icon: Pin, onSelect: () => void pin() },
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => ask('delete') },
  ]
}
