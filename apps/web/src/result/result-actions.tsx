import { Columns2, Download, FileJson, FileText, GitFork, Globe } from 'lucide-react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useForking } from '../session/view/use-command.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'

const formats = [
  { format: 'md', label: 'Markdown', icon: FileText, type: 'text/markdown', ending: 'md' },
  { format: 'adr', label: 'Decision records (ADR)', icon: FileText, type: 'text/markdown', ending: 'adr.md' },
  { format: 'json', label: 'JSON', icon: FileJson, type: 'application/json', ending: 'json' },
  { format: 'html', label: 'Replay (one HTML file)', icon: Globe, type: 'text/html', ending: 'html' },
] as const

/** Export, fork and compare. */
export function ResultActions() {
  const client = useClient()
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const fork = useForking()
  const seq = useView(({ session }) => session.seq)
  const save = async ({ format, type, ending }: (typeof formats)[number]) => {
    const text = valueOrToast(await client.exportSession({ id, format }), 'Nothing was saved.')
    if (text === null) return
    if (text === '') return toast('plain', 'No decision records in this session')
    saveFile(`convene-${id.slice(-8)}.${ending}`, text, type)
    toast('good', 'Exported')
  }
  const items = formats.map((each) => ({ label: each.label, icon: each.icon, onSelect: () => void save(each) }))
  return (
    <>
      <Button icon={GitFork} onClick={() => fork(seq)}>
        <span className="max-tablet:sr-only">Fork</span>
      </Button>
      <Button icon={Columns2} onClick={() => navigate(`/compare/${id}`)}>
        <span className="max-tablet:sr-only">Compare</span>
      </Button>
      <Menu items={items}>
        <Button tone="primary" icon={Download}>
          Export
        </Button>
      </Menu>
    </>
  )
}
