import { Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'

type State = { readonly hasFailed: boolean }

/** Where a part of the page fails, such as one that a newer program no longer has: the rest stays, and says what to do. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="flex h-full items-center justify-center">
        <Empty
          icon={Unplug}
          title="This part of the page could not be shown"
          text="Convene may have been updated meanwhile. Your sessions are kept, and runs go on: load the page again."
        >
          <Button tone="primary" onClick={() => location.reload()}>
            Load again
          </Button>
        </Empty>
      </main>
    )
  }
}
