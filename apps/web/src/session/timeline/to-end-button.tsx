import { ArrowDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export function ToEndButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        small
        icon={ArrowDown}
        onClick={onClick}
        className="pointer-events-auto animate-rise rounded-full shadow-floating"
      >
        Jump to latest
      </Button>
    </div>
  )
}
