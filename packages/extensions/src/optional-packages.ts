import type { OptionalPackage } from '@convene/host'

/** Every optional package. Each import is a chunk that is loaded only if something it adds is needed. */
export const optionalPackages: readonly OptionalPackage[] = [
  {
    name: '@convene/code-analysis',
    adds: { tools: ['outline', 'diagnostics', 'edge_cases', 'test_skeleton'] },
    load: () => import('@convene/code-analysis'),
  },
  {
    name: '@convene/coding-agents',
    adds: { codingAgents: ['acp'] },
    load: () => import('@convene/coding-agents'),
  },
  {
    name: '@convene/eval',
    adds: { commands: ['eval', 'eval grade'], calls: ['grading', 'grade'] },
    load: () => import('@convene/eval'),
  },
  {
    name: '@convene/gateways',
    adds: { commands: ['acp', 'mcp'], gateways: ['/mcp', '/v1', '/a2a', '/api/hooks', 'webhooks.out'] },
    load: () => import('@convene/gateways'),
  },
  { name: '@convene/squad', adds: { teams: ['Squad files'] }, load: () => import('@convene/squad') },
  {
    name: '@convene/team',
    adds: { commands: ['serve --database-url', 'migrate', 'import'], checks: ['doctor --database'] },
    load: () => import('@convene/team'),
  },
]
