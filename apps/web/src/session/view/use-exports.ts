import { FileJson, FileText, Globe } from 'lucide-react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { useSessionStore } from './use-session.ts'

const formats = [
  { format: 'md', label: 'Markdown', icon: FileText, type: 'text/markdown', ending: 'md' },
  { format: 'adr', label: 'Decision records (ADR)', icon: FileText, type: 'text/markdown', ending: 'adr.md' },
  { format: 'json', label: 'JSON', icon: FileJson, type: 'application/json', ending: 'json' },
  { format: 'html', label: 'Replay (one HTML file)', icon: Globe, type: 'text/html', ending: 'html' },
] as const

/** A menu item per export format that saves the session as a file. */
export function useExports(): readonly MenuItem[] {
  const client = useClient()
  const { id } = useSessionStore()
  const save = async ({ format, type, ending }: (typeof formats)[number]) => {
    const text = valueOrToast(await client.exportSession({ id, format }), 'Nothing was saved.')
    if (text === null) return
    if (text === '') return toast('plain', 'No decision records in this session')
    saveFile(`convene-${id.slice(-8)}.${ending}`, text, type)
    toast('good', 'Exported')
  }
  return formats.map((each) => ({ label: each.label, icon: each.icon, onSelect: () => void save(each) }))
}
