import type { OptionalPackage } from '@convene/host'

/** Every optional package. Each import is a chunk that is loaded only if something it adds is needed. */
export const optionalPackages: readonly OptionalPackage[] = [
  {
    name: '@convene/code-analysis',
    adds: { tools: ['outline', 'diagnostics', 'edge_cases', 'test_skeleton'] },
    load: () => import('@convene/code-analysis'),
  },
]
