import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { fetchLetters } from "./look/letters";

fetchLetters(location.pathname);
mount(App, { target: document.getElementById("app")! });
