import type { Client, ListedSessionRow } from '@convene/protocol'
import { exportFormatNames, exportFormats } from '@convene/reading'
import {
  BookOpen,
  Columns2,
  Download,
  FileText,
  GitCompareArrows,
  GitFork,
  Link2,
  PanelRight,
  Pencil,
  Pin,
  Rows3,
  Scale,
  Trash2,
} from 'lucide-react'
import { valueOrToast } from '../connection/client.ts'
import { saveExport } from '../session/view/use-exports.ts'
import { copyText } from '../ui/copy-text.ts'
import { fromHere } from '../ui/from-here.ts'
import { arrange, showStory, showTranscript, togglePanel } from '../ui/layout.ts'
import { toast } from '../ui/toast.tsx'
import type { ShellAction } from './action.ts'

const group = 'This session'

type Opened = {
  readonly client: Client
  readonly id: string
  /** Undefined until the list has loaded it. */
  readonly row: ListedSessionRow | undefined
  readonly navigate: (to: string) => void
}

/** Everything that can be done with the open session. */
export function sessionActs({ client, id, row, navigate }: Opened): readonly ShellAction[] {
  const title = row?.title || row?.goal || ''
  const isPinned = row?.pinned ?? false
  return [
    { label: 'Show the result', group, icon: FileText, run: () => navigate(`/session/${id}/result`) },
    { label: 'Say how it turned out', group, icon: Scale, run: () => navigate(`/session/${id}/result`) },
    { label: 'Compare with another session', group, icon: Columns2, run: () => navigate(`/compare/${id}`) },
    {
      label: 'Change one thing and run again',
      group,
      icon: GitCompareArrows,
      run: () => arrange({ sessionDialog: { which: 'change', id, title } }),
    },
    ...(row ? [{ label: 'Fork from here', group, icon: GitFork, run: () => void fork(client, row) }] : []),
    { label: 'Copy the link', group, icon: Link2, run: () => void copyLink() },
    ...exportFormatNames.map((format) => ({
      label: `Export: ${exportFormats[format].label}`,
      group,
      icon: Download,
      run: () => void saveExport(client, id, format),
    })),
    { label: 'Rename', group, icon: Pencil, run: () => arrange({ sessionDialog: { which: 'rename', id, title } }) },
    { label: isPinned ? 'Unpin' : 'Pin', group, icon: Pin, run: () => void pin(client, id, !isPinned) },
    { label: 'Delete', group, icon: Trash2, run: () => arrange({ sessionDialog: { which: 'delete', id, title } }) },
    { label: 'Show the story', group, icon: BookOpen, run: showStory },
    { label: 'Show the transcript', group, icon: Rows3, run: () => showTranscript(id) },
    { label: 'Show or hide details', group, icon: PanelRight, keys: ']', run: togglePanel },
  ]
}

async function fork(client: Client, { id, seq }: ListedSessionRow): Promise<void> {
  const goTo = fromHere()
  const done = valueOrToast(await client.command({ type: 'fork', at: seq, id }), 'This session is unchanged.')
  if (!done?.id) return
  goTo(`/session/${done.id}`)
  toast('good', 'Forked', done.notes.join(' ') || 'Shared history is not billed again.')
}

const pin = async (client: Client, id: string, pinned: boolean): Promise<void> =>
  void valueOrToast(await client.updateSession({ id, pinned }), 'The session is unchanged.')

const copyLink = (): Promise<void> =>
  copyText(location.href, { done: 'Copied the link', otherwise: 'Copy the address of this page instead.' })
