import { RotateCw, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyPage } from '../ui/empty.tsx'

/** Catches errors in one part of the page, keeps the rest, and tells the user what to do. */
export class Broken extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    return this.state.error ? <BrokenPart error={this.state.error} /> : this.props.children
  }
}

/** A page opened before an update requests files that no longer exist. */
const isOld = (error: Error): boolean => /dynamically imported module|module script failed/iu.test(error.message)

function BrokenPart({ error }: { readonly error: Error }) {
  return (
    <EmptyPage
      icon={TriangleAlert}
      title={isOld(error) ? 'Convene was updated' : 'This part of the page failed'}
      text={
        isOld(error)
          ? 'Reload the page. Your sessions keep running.'
          : `Your sessions are safe. Error: ${error.message}`
      }
    >
      <Button tone="primary" icon={RotateCw} onClick={() => location.reload()}>
        Reload
      </Button>
    </EmptyPage>
  )
}
