import { Columns2, Download, GitFork } from 'lucide-react'
import { useLocation } from 'wouter'
import { useForking } from '../session/view/use-command.ts'
import { useExports } from '../session/view/use-exports.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

/** Export, fork and compare. */
export function ResultActions() {
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const fork = useForking()
  const seq = useView(({ session }) => session.seq)
  const items = useExports()
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
