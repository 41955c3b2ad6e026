import { RotateCw, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'

/** Where a part of the page breaks, the rest stays, and the person is told what happened and what to do. */
export class Broken extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    return this.state.error ? <BrokenPart error={this.state.error} /> : this.props.children
  }
}

/** A page that was opened before an update asks for files that are gone. */
const isOld = (error: Error): boolean => /dynamically imported module|module script failed/iu.test(error.message)

function BrokenPart({ error }: { readonly error: Error }) {
  return (
    <main className="flex h-full items-center justify-center">
      <Empty
        icon={TriangleAlert}
        title={isOld(error) ? 'Convene was updated meanwhile' : 'This part of the page broke'}
        text={
          isOld(error)
            ? 'Load the page again; your sessions go on.'
            : `Your sessions are kept. It said: ${error.message}`
        }
      >
        <Button tone="primary" icon={RotateCw} onClick={() => location.reload()}>
          Load again
        </Button>
      </Empty>
    </main>
  )
}
