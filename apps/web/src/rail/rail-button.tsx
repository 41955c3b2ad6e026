import { Menu } from 'lucide-react'
import { arrange } from '../app/layout.ts'
import { IconButton } from '../parts/button.tsx'

/** Opens the rail in narrow windows. */
export const RailButton = () => (
  <IconButton label="Sessions" icon={Menu} className="laptop:hidden" onClick={() => arrange({ isRailOpen: true })} />
)
