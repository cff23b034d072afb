import { Panel } from './panel'; // imports panel.tsx
import * as parts from './panel';
const div = Panel;
export const View = () => <Panel><div/><parts.Head onClick={() => act()}/></Panel>; // references panel.tsx::Panel, panel.tsx::Head
function act() {}
export function Again() {
  return <View/>; // references ::View
}
