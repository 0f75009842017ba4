import { createRoot } from 'react-dom/client';
import '../view/tokens.css';
import '../view/view.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/pages.css';
import './styles/connect.css';
import './styles/plan.css';
import './styles/buffer-pool.css';
import './styles/probes.css';
import './styles/compare.css';
import './styles/timeline.css';
import { App } from './app';
import { applyTheme, readTheme } from './state/theme';

applyTheme(readTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(<App />);
