import { Card } from './card'; // imports card.jsx
function App() { return <Card title="x"/>; } // references card.jsx::Card
export default () => <App/>; // references ::App
